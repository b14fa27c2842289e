import { memo } from 'react';
import { EventIcon } from '../../components/events/EventMark.tsx';
import { authorOf, EVENT_WORDS, eventTimeText } from '../../state/timeline/event-facts.ts';
import { positionOf, type TimeScale } from '../../state/timeline/time-scale.ts';
import type { Lane, TimelineEvent } from '../../state/timeline/timeline-store.ts';

interface LaneMarksProps {
  readonly lane: Lane;
  readonly scale: TimeScale;
  readonly now: number;
  readonly ticks: readonly number[];
  readonly selected: number | undefined;
  readonly onSelect: (event: TimelineEvent) => void;
}

/** The events of one object as marks on its lifeline. */
export const LaneMarks = memo(function LaneMarks({ lane, scale, now, ticks, selected, onSelect }: LaneMarksProps) {
  const inSight = lane.events.filter(({ time }) => time >= scale.from && time <= scale.to);
  return (
    <div className="tp-lane-time">
      {ticks.map((tick) => (
        <span key={tick} className="tp-tick" style={{ left: positionOf(scale, tick) }} />
      ))}
      {lives(lane.events, now).map(([from, to]) => {
        const left = Math.max(0, positionOf(scale, from));
        const width = Math.min(scale.width, positionOf(scale, to)) - left;
        return width > 0 ? <span key={from} className="tp-life" style={{ left, width }} /> : null;
      })}
      {inSight.map((event) => (
        <button
          key={event.id}
          type="button"
          // Keyboard users have the log: a tab stop per mark would be thousands.
          tabIndex={-1}
          className={`tp-mark-button${event.id === selected ? ' tp-mark-selected' : ''}`}
          style={{ left: positionOf(scale, event.time) }}
          title={titleOf(event, now)}
          onClick={() => onSelect(event)}
        >
          <EventIcon type={event.type} />
        </button>
      ))}
    </div>
  );
});

function titleOf(event: TimelineEvent, now: number): string {
  const author = authorOf(event);
  return `${EVENT_WORDS[event.type]} ${eventTimeText(event, now)}${author ? ` by ${author}` : ''}`;
}

/** Returns the time ranges in which an object is known to exist; none for bookmarks. */
function lives(events: readonly TimelineEvent[], now: number): [number, number][] {
  const found: [number, number][] = [];
  let began: number | undefined;
  for (const { type, time } of events) {
    if (type === 'BOOKMARK') continue;
    began ??= time;
    if (type !== 'DELETED') continue;
    found.push([began, time]);
    began = undefined;
  }
  return began === undefined ? found : [...found, [began, now]];
}
