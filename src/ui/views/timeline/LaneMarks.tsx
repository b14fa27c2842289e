import { memo } from 'react';
import { EventIcon } from '../../components/events/EventMark.tsx';
import { authorOf, EVENT_WORDS, eventTimeText } from '../../state/timeline/event-facts.ts';
import type { Lane } from '../../state/timeline/lanes.ts';
import { dayOf, positionOf, type TimeScale } from '../../state/timeline/time-scale.ts';
import type { TimelineEvent } from '../../state/timeline/timeline-event.ts';

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
  const today = dayOf(now);
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
        <Mark
          key={event.id}
          event={event}
          left={positionOf(scale, event.time)}
          today={today}
          isSelected={event.id === selected}
          onSelect={onSelect}
        />
      ))}
    </div>
  );
});

interface MarkProps {
  readonly event: TimelineEvent;
  readonly left: number;
  readonly today: number;
  readonly isSelected: boolean;
  readonly onSelect: (event: TimelineEvent) => void;
}

/** Memoized, because a new event of an object does not move its earlier ones. */
const Mark = memo(function Mark({ event, left, today, isSelected, onSelect }: MarkProps) {
  return (
    <button
      type="button"
      // Keyboard users have the log: a tab stop per mark would be thousands.
      tabIndex={-1}
      className={`tp-mark-button${isSelected ? ' tp-mark-selected' : ''}`}
      style={{ left }}
      title={titleOf(event, today)}
      onClick={() => onSelect(event)}
    >
      <EventIcon type={event.type} />
    </button>
  );
});

function titleOf(event: TimelineEvent, today: number): string {
  const author = authorOf(event);
  return `${EVENT_WORDS[event.type]} ${eventTimeText(event, today)}${author ? ` by ${author}` : ''}`;
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
