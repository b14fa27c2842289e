import './copyable-code.css';
import { Button, CodeBlock, CodeBlockAction, CodeBlockCode } from '@patternfly/react-core';
import CheckIcon from '@patternfly/react-icons/dist/esm/icons/check-icon';
import CopyIcon from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import { useRef, useState } from 'react';

interface CopyableCodeProps {
  readonly label: string;
  readonly children: string;
}

/** Text with a copy button. When the browser denies access to the clipboard, the button selects the text instead. */
export function CopyableCode({ label, children }: CopyableCodeProps) {
  const code = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(children);
      setOutcome({ text: children, isCopied: true });
    } catch {
      const element = code.current?.querySelector('code');
      if (element) getSelection()?.selectAllChildren(element);
      setOutcome({ text: children, isCopied: false });
    }
  };
  const isCurrent = outcome?.text === children;
  const isCopied = isCurrent && outcome.isCopied;
  return (
    <div ref={code} className="tp-copyable">
      <CodeBlock
        actions={
          <CodeBlockAction>
            <span className="tp-copyable-label">{label}</span>
            <span role="status" className="tp-subtle">
              {isCurrent && (isCopied ? 'Copied' : 'Selected: press Ctrl+C or ⌘C to copy')}
            </span>
            <Button
              variant="plain"
              aria-label={`Copy ${label}`}
              title="Copy"
              icon={isCopied ? <CheckIcon /> : <CopyIcon />}
              onClick={() => void copy()}
            />
          </CodeBlockAction>
        }
      >
        <CodeBlockCode tabIndex={0} aria-label={label}>
          {children}
        </CodeBlockCode>
      </CodeBlock>
    </div>
  );
}
