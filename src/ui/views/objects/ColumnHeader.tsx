import ArrowsAltVIcon from '@patternfly/react-icons/dist/esm/icons/arrows-alt-v-icon';
import LongArrowAltDownIcon from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-down-icon';
import LongArrowAltUpIcon from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-up-icon';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Column } from '../../state/objects/table-view.ts';

/** Width limits of a column in pixels, and the change by one press of an arrow key. */
const NARROWEST = 56;
const WIDEST = 1200;
const STEP = 16;

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };

interface ColumnHeaderProps {
  readonly column: Column;
  /** Undefined when the rows are sorted by another column. */
  readonly direction: 'ascending' | 'descending' | undefined;
  /** The width that the user chose, in pixels; undefined when it follows from the content. */
  readonly width: number | undefined;
  readonly onSort: () => void;
  /** Called with a new width in pixels, while the border is dragged and at its end; undefined resets it. */
  readonly onWidth: (width: number | undefined, isFinal: boolean) => void;
}

/**
 * A header that sorts by its column, with a border that changes its width by dragging or by arrow keys; a double click or
 * Escape resets it. Looks like PatternFly's, which measures its text.
 */
export function ColumnHeader({ column, direction, width, onSort, onWidth }: ColumnHeaderProps) {
  const { name, description } = column;
  const header = useRef<HTMLTableCellElement>(null);
  const dragged = useRef<{ readonly from: number; readonly width: number }>(undefined);
  const measured = () => header.current?.getBoundingClientRect().width ?? NARROWEST;
  const limited = (wanted: number) => Math.round(Math.min(Math.max(wanted, NARROWEST), WIDEST));
  const drag = (event: PointerEvent, isFinal: boolean) => {
    if (!dragged.current) return;
    const { from, width: start } = dragged.current;
    if (isFinal) dragged.current = undefined;
    if (event.clientX !== from) onWidth(limited(start + event.clientX - from), isFinal);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    onWidth(step === undefined ? undefined : limited(measured() + step), true);
  };
  const SortIcon =
    direction === undefined ? ArrowsAltVIcon : direction === 'ascending' ? LongArrowAltUpIcon : LongArrowAltDownIcon;
  return (
    <th
      ref={header}
      scope="col"
      data-label={name}
      title={description}
      aria-sort={direction}
      className={`pf-v6-c-table__th pf-v6-c-table__sort tp-column ${direction ? 'pf-m-selected' : ''}`}
    >
      <button type="button" className="pf-v6-c-table__button" onClick={onSort}>
        <span className="pf-v6-c-table__button-content">
          <span className="pf-v6-c-table__text">{name}</span>
          <span className="pf-v6-c-table__sort-indicator">
            <SortIcon />
          </span>
        </span>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: A rule cannot be dragged. */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of ${name}`}
        aria-valuenow={width ?? NARROWEST}
        aria-valuetext={width === undefined ? 'As wide as the content' : `${width} pixels`}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        className="tp-column-border"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = { from: event.clientX, width: measured() };
        }}
        onPointerMove={(event) => drag(event, false)}
        onPointerUp={(event) => drag(event, true)}
        onDoubleClick={() => onWidth(undefined, true)}
        onKeyDown={onKeyDown}
      />
    </th>
  );
}
