import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import { EventIcon } from '../../components/events/EventMark.tsx';
import { authorOf, eventTimeText, TIME_SOURCES } from '../../state/timeline/event-facts.ts';
import { dayOf } from '../../state/timeline/time-scale.ts';
import type { TimelineEvent } from '../../state/timeline/timeline-event.ts';

interface EventLogProps {
  /** Ordered oldest first; displayed newest first. */
  readonly events: readonly TimelineEvent[];
  /** The current time. */
  readonly now: number;
  readonly selected: TimelineEvent | undefined;
  readonly onSelect: (event: TimelineEvent) => void;
}

const ROW_HEIGHT = 30;
const MOVES: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** All events, newest first; arrow keys select. */
export function EventLog({ events, now, selected, onSelect }: EventLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => events.toReversed(), [events]);
  const latest = useRef(rows);
  latest.current = rows;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 5,
  });
  const selectedId = selected?.id;
  const today = dayOf(now);
  // Only a new selection scrolls, not arriving events.
  useEffect(() => {
    const index = latest.current.findIndex(({ id }) => id === selectedId);
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [selectedId, virtualizer]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const index = rows.findIndex(({ id }) => id === selectedId);
    const next = rows[Math.min(Math.max(index + move, 0), rows.length - 1)];
    if (next) onSelect(next);
  };
  return (
    <div className="tp-log">
      <div className="tp-log-row tp-log-header" aria-hidden="true">
        <span>Time</span>
        <span>Event</span>
        <span>Kind</span>
        <span>Object</span>
        <span className="tp-log-version">Version</span>
        <span className="tp-log-manager">Author</span>
      </div>
      <div
        ref={scroller}
        className="tp-log-scroller"
        role="listbox"
        aria-label="Events, newest first"
        aria-activedescendant={selectedId === undefined ? undefined : `event-${selectedId}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="tp-lanes-all" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const event = rows[index];
            return event ? (
              <div
                key={event.id}
                id={`event-${event.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={event.id === selectedId}
                className="tp-log-row"
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onSelect(event)}
                onKeyDown={({ key }) => key === 'Enter' && onSelect(event)}
              >
                <LogCells event={event} today={today} />
              </div>
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
}

interface LogCellsProps {
  readonly event: TimelineEvent;
  /** Any time of the current day. */
  readonly today: number;
}

/** Memoized, because new events move all rows. */
const LogCells = memo(function LogCells({ event, today }: LogCellsProps) {
  const { timeSource, type, resource, object } = event;
  const { namespace, name, resourceVersion } = object.metadata;
  return (
    <>
      <span title={TIME_SOURCES[timeSource]}>{eventTimeText(event, today)}</span>
      <span className="tp-log-type">
        <EventIcon type={type} /> {type}
      </span>
      <span>{resource.kind}</span>
      <span>
        {namespace && <span className="tp-subtle">{namespace}/</span>}
        {name ?? '–'}
      </span>
      <span className="tp-log-version">{resourceVersion}</span>
      <span className="tp-log-manager">{authorOf(event) ?? '–'}</span>
    </>
  );
});
