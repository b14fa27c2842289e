/** Rows of a long table: from `first` to the one before `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** A vertical extent in pixels. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** The layout of a table of which only some rows are rendered. */
export interface RowLayout {
  /** The number of all rows. */
  readonly count: number;
  readonly rendered: RowRange;
  /** The rendered rows. */
  readonly rows: Extent;
  /** The scrolled element, with the margin in which rows must be rendered. */
  readonly view: Extent;
}

/** Returns the mean height of a rendered row. Rows on narrow screens differ in height. */
export const rowHeight = ({ rendered, rows }: Pick<RowLayout, 'rendered' | 'rows'>): number =>
  (rows.bottom - rows.top) / (rendered.end - rendered.first);

/** Returns the rows to render: the same while they fill the view, otherwise the view plus half of it on each side. */
export function rowsInSight(layout: RowLayout): RowRange {
  const { count, rendered, rows, view } = layout;
  const lacksAbove = rendered.first > 0 && rows.top >= view.top;
  const lacksBelow = rendered.end < count && rows.bottom <= view.bottom;
  if (!lacksAbove && !lacksBelow) return rendered;
  const height = rowHeight(layout);
  const top = rows.top - rendered.first * height;
  const reserve = (view.bottom - view.top) / 2;
  const rowAt = (position: number): number => Math.min(count - 1, Math.max(0, Math.floor((position - top) / height)));
  return { first: rowAt(view.top - reserve), end: rowAt(view.bottom + reserve) + 1 };
}
