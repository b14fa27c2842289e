import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import { useWidth } from '../../hooks/use-width.ts';
import { followingLanes, type Lane } from '../../state/timeline/lanes.ts';
import {
  clockText,
  positionOf,
  steppedScale,
  steppedTime,
  type TimeScale,
  ticksOf,
  timeAt,
} from '../../state/timeline/time-scale.ts';
import { laneKeyOf, type TimelineEvent } from '../../state/timeline/timeline-event.ts';
import { LaneMarks } from './LaneMarks.tsx';
import { useRangeDrag } from './use-range-drag.ts';
import type { TimeAxis } from './use-time-axis.ts';

interface LanesProps {
  /** Visible events and others of the same objects, for their lifelines. */
  readonly events: readonly TimelineEvent[];
  /** The events within the range: their lanes are shown. */
  readonly visible: readonly TimelineEvent[];
  readonly axis: TimeAxis;
  readonly selected: TimelineEvent | undefined;
  readonly onSelect: (event: TimelineEvent) => void;
}

/** Pixels, as in the style sheet. */
const LANE_HEIGHT = 28;

/**
 * One lane per object on a shared time axis. The wheel scrolls, pans with Shift and zooms with Ctrl; keys do the same.
 */
export function Lanes({ events, visible, axis, selected, onSelect }: LanesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const width = useWidth(ruler);
  const follow = useMemo(followingLanes, []);
  const all = follow(events);
  const { from, to, now, isLive } = axis;
  const lanes = useMemo(() => {
    const keys = new Set(visible.map(laneKeyOf));
    return all.filter(({ key }) => keys.has(key));
  }, [all, visible]);
  const exact = { from, to, width };
  const shown = isLive ? steppedScale(exact) : exact;
  const scale = useMemo<TimeScale>(() => ({ from: shown.from, to: shown.to, width }), [shown.from, shown.to, width]);
  const ticks = useMemo(() => (width > 0 ? ticksOf(scale) : []), [scale, width]);
  const virtualizer = useVirtualizer({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LANE_HEIGHT,
    overscan: 3,
  });
  useWheel(scroller, ruler, scale, axis);
  const drag = useRangeDrag(scale, axis);
  const latest = useRef(lanes);
  latest.current = lanes;
  const selectedLane = selected && laneKeyOf(selected);
  useEffect(() => {
    const index = latest.current.findIndex(({ key }) => key === selectedLane);
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [selectedLane, virtualizer]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (moveByKey(event.key, axis)) event.preventDefault();
  };
  return (
    <div className="tp-lanes" ref={scroller}>
      <div className="tp-lane tp-ruler">
        <span className="tp-lane-name tp-subtle">{lanes.length === 1 ? '1 object' : `${lanes.length} objects`}</span>
        <div
          ref={ruler}
          className="tp-lane-time tp-ruler-time"
          role="slider"
          tabIndex={0}
          aria-label="Visible time range: arrow keys pan, plus and minus zoom, End jumps to now"
          aria-valuemin={0}
          aria-valuemax={now}
          aria-valuenow={to}
          aria-valuetext={`${clockText(from)} to ${clockText(to)}`}
          onKeyDown={onKeyDown}
          title="Drag to select a time range"
          {...drag.handlers}
        >
          {drag.selection && <span className="tp-range-selection" style={drag.selection} />}
          {ticks.map((tick) => (
            <span key={tick} className="tp-tick-label" style={{ left: positionOf(scale, tick) }}>
              {clockText(tick)}
            </span>
          ))}
        </div>
      </div>
      <div className="tp-lanes-all" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const lane = lanes[index];
          if (!lane) return null;
          const isSelected = lane.key === selectedLane;
          return (
            <div
              key={lane.key}
              className={`tp-lane${isSelected ? ' tp-lane-selected' : ''}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LaneName kind={lane.kind} namespace={lane.namespace} name={lane.name} />
              <LaneMarks
                lane={lane}
                scale={scale}
                now={steppedTime(scale, now)}
                ticks={ticks}
                selected={isSelected ? selected?.id : undefined}
                onSelect={onSelect}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

type LaneNameProps = Pick<Lane, 'kind' | 'namespace' | 'name'>;

const LaneName = memo(function LaneName({ kind, namespace, name }: LaneNameProps) {
  return (
    <span className="tp-lane-name" title={`${kind} ${namespace ? `${namespace}/` : ''}${name}`}>
      <span className="tp-subtle">{kind}</span> {name}
    </span>
  );
});

/** Moves the axis by a key. Reports whether the key was handled. */
function moveByKey(key: string, axis: TimeAxis): boolean {
  const step = (axis.to - axis.from) / 10;
  if (key === 'ArrowLeft') axis.pan(-step);
  else if (key === 'ArrowRight') axis.pan(step);
  else if (key === '+') axis.zoom(0.5);
  else if (key === '-') axis.zoom(2);
  else if (key === 'End') axis.goLive();
  else return false;
  return true;
}

type Element = { readonly current: HTMLElement | null };

/** React's wheel handlers are passive and cannot prevent the page from zooming. */
function useWheel(scroller: Element, ruler: Element, scale: TimeScale, axis: TimeAxis): void {
  const latest = useRef({ scale, axis });
  latest.current = { scale, axis };
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent) => {
      const { scale: current, axis: now } = latest.current;
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const left = ruler.current?.getBoundingClientRect().left ?? 0;
        now.zoom(event.deltaY > 0 ? 1.25 : 0.8, timeAt(current, event.clientX - left));
      } else if (sideways !== 0) now.pan((sideways / Math.max(current.width, 1)) * (current.to - current.from));
      else return;
      event.preventDefault();
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [scroller, ruler]);
}
