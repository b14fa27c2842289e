import './events.css';
import type { TimelineEventType } from '../../state/timeline/timeline-event.ts';

/** Each type has another shape, so that types differ by more than color. */
const SHAPES: Readonly<Record<TimelineEventType, string>> = {
  ADDED: 'M0 -6A6 6 0 1 1 0 6A6 6 0 1 1 0 -6Z',
  MODIFIED: 'M0 -6L6 0L0 6L-6 0Z',
  DELETED: 'M-5 -5H5V5H-5Z',
  BOOKMARK: 'M-2 -6H2V6H-2Z',
};

/** The symbol of an event type. */
export const EventIcon = ({ type }: { readonly type: TimelineEventType }) => (
  <svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true" className="tp-event-icon">
    <path d={SHAPES[type]} className={`tp-mark tp-mark-${type.toLowerCase()}`} />
  </svg>
);
