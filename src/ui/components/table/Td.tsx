import type { ComponentProps } from 'react';

interface TdProps extends ComponentProps<'td'> {
  /** The header of the column, which narrow screens show in front of the content. */
  readonly dataLabel?: string;
  readonly modifier?: 'nowrap' | 'truncate';
  readonly isActionCell?: boolean;
  readonly textCenter?: boolean;
}

/**
 * A cell that looks like PatternFly's. PatternFly's measures its content after every render, which makes the browser lay out
 * the page once for each row that changes.
 */
export function Td({ dataLabel, modifier, isActionCell = false, textCenter = false, className, ...rest }: TdProps) {
  const classes = [
    'pf-v6-c-table__td',
    className,
    isActionCell && 'pf-v6-c-table__action',
    textCenter && 'pf-m-center',
    modifier && `pf-m-${modifier}`,
  ];
  // A click focuses the row, so that keys continue from there.
  return <td tabIndex={-1} data-label={dataLabel} className={classes.filter(Boolean).join(' ')} {...rest} />;
}
