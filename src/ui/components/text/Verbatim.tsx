import './verbatim.css';
import { CodeBlock, CodeBlockCode } from '@patternfly/react-core';

interface VerbatimProps {
  /** Accessible name of the text. */
  readonly label: string;
  /** Shows the label as a caption. */
  readonly hasCaption?: boolean;
  readonly children: string;
}

/** Preformatted text that scrolls, also by keyboard. */
export const Verbatim = ({ label, hasCaption = false, children }: VerbatimProps) => (
  <figure className="tp-verbatim">
    {hasCaption && <figcaption className="tp-subtle">{label}</figcaption>}
    <CodeBlock>
      <CodeBlockCode tabIndex={0} aria-label={label}>
        {children}
      </CodeBlockCode>
    </CodeBlock>
  </figure>
);
