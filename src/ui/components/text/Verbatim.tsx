import './verbatim.css';
import { CodeBlock, CodeBlockCode } from '@patternfly/react-core';

interface VerbatimProps {
  /** What it is, for those who do not see where it stands. */
  readonly label: string;
  /** The same above it, for everybody. */
  readonly hasCaption?: boolean;
  readonly children: string;
}

/** A text as it is. It scrolls when it is long, by keyboard too. */
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
