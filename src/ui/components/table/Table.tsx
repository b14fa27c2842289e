import type { ComponentProps } from 'react';

interface TableProps extends ComponentProps<'table'> {
  readonly variant?: 'compact';
  readonly borders?: boolean;
  /** The width below which each row becomes a block of labeled cells; empty for never. */
  readonly gridBreakPoint?: '' | 'grid-md' | 'grid-lg';
  readonly isStickyHeader?: boolean;
}

/**
 * A table that looks like PatternFly's. PatternFly's renders all its headers on every render, and each measures its text.
 */
export function Table(props: TableProps) {
  const { variant, borders = true, gridBreakPoint = 'grid-md', isStickyHeader, className, ...rest } = props;
  const { role = 'grid' } = props;
  const classes = [
    className,
    'pf-v6-c-table',
    gridBreakPoint && `pf-m-${gridBreakPoint}`,
    variant && `pf-m-${variant}`,
    !borders && 'pf-m-no-border-rows',
    isStickyHeader && 'pf-m-sticky-header',
  ];
  return <table {...rest} role={role} className={classes.filter(Boolean).join(' ')} />;
}
