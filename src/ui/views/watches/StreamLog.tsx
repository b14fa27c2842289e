import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { writeJson } from '../../../api/encoding/exact-json.ts';
import { Verbatim } from '../../components/text/Verbatim.tsx';
import { prettyJson } from '../../state/pretty-json.ts';
import type { StreamItem } from '../../state/watch-lab/lab-watch.ts';

interface StreamLogProps {
  readonly title: string;
  /** Oldest first, as they were received. */
  readonly items: readonly StreamItem[];
  readonly dropped: number;
}

const ROW_HEIGHT = 64;
const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
/** Length of the raw text in a row; the details have all of it. */
const RAW_LENGTH = 200;

/** What a client sent and received, with the meaning of each event. Follows the newest item; a selected one opens in full. */
export function StreamLog({ title, items, dropped }: StreamLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [selectedId, setSelectedId] = useState<number>();
  const selected = items.find((item) => item.id === selectedId);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 5,
  });
  const newest = items.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined && selectedId === undefined) virtualizer.scrollToIndex(items.length - 1);
  }, [newest, selectedId, items.length, virtualizer]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setSelectedId(undefined);
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const index = selected ? items.indexOf(selected) : items.length;
    const next = Math.min(Math.max(index + move, 0), items.length - 1);
    setSelectedId(items[next]?.id);
    virtualizer.scrollToIndex(next);
  };
  if (items.length === 0)
    return (
      <div className="tp-stream-scroller">
        <p className="tp-subtle tp-stream-empty">Start the watch to see what it receives.</p>
      </div>
    );
  return (
    <div className="tp-stream">
      {dropped > 0 && <p className="tp-subtle">{dropped} older lines are no longer kept.</p>}
      <div
        ref={scroller}
        className="tp-stream-scroller"
        role="listbox"
        aria-label={`Stream of ${title}`}
        aria-activedescendant={selected ? `${id}-${selected.id}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="tp-stream-all" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            return item ? (
              <div
                key={item.id}
                id={`${id}-${item.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={item.id === selectedId}
                className="tp-stream-row"
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => setSelectedId(item.id === selectedId ? undefined : item.id)}
                onKeyDown={({ key }) => key === 'Enter' && setSelectedId(item.id)}
              >
                <StreamRow item={item} />
              </div>
            ) : null;
          })}
        </div>
      </div>
      {selected?.received !== undefined && (
        <Verbatim label={`Received by ${title}`}>{prettyJson(rawText(selected))}</Verbatim>
      )}
    </div>
  );
}

function StreamRow({ item }: { readonly item: StreamItem }) {
  const { type, subject, hint, received } = item;
  return (
    <>
      <span className={type === 'REQUEST' ? 'tp-stream-path' : undefined}>
        <span className={`tp-stream-type tp-stream-${type.toLowerCase()}`}>{type}</span>{' '}
        <span title={subject}>{subject}</span>
      </span>
      <span title={hint}>{hint}</span>
      {received !== undefined && <code className="tp-stream-raw">{rawText(item).slice(0, RAW_LENGTH)}</code>}
    </>
  );
}

/** The line of the stream; the body of the response for a list. */
const rawText = ({ type, received }: StreamItem): string =>
  writeJson(type === 'LIST' ? received : { type, object: received });
