import { useLayoutEffect, useRef } from 'react';
import { markMatches } from '../../../state/objects/logs/log-text.ts';

interface LogLinesProps {
  readonly lines: readonly string[];
  readonly search: string;
  readonly isWrapped: boolean;
  /** Keeps the end in view, unless the reader has scrolled away from it. */
  readonly isFollowed: boolean;
}

/** Pixels from the end that still count as the end. */
const NEAR_END = 24;

/** The lines of a log, with search matches marked. */
export function LogLines({ lines, search, isWrapped, isFollowed }: LogLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && isFollowed && isAtEnd.current) element.scrollTop = element.scrollHeight;
  });
  return (
    <div
      ref={scroller}
      className={`tp-log${isWrapped ? ' tp-log-wrapped' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
      tabIndex={0}
      role="log"
      aria-label="Log"
      aria-live="off"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
    >
      {lines.length === 0 ? (
        <span className="tp-subtle">{search === '' ? 'The log is empty.' : 'No lines match.'}</span>
      ) : search === '' ? (
        lines.join('\n')
      ) : (
        lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
          <div key={index}>
            {markMatches(line, search).map(({ text, isMatch }, part) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity
              isMatch ? <mark key={part}>{text}</mark> : text,
            )}
          </div>
        ))
      )}
    </div>
  );
}
