import type { ComponentProps } from 'react';

interface TrProps extends ComponentProps<'tr'> {
  readonly isRowSelected?: boolean;
}

/** A row that looks like PatternFly's. PatternFly's renders twice on mount. */
export function Tr({ isRowSelected = false, className, ...rest }: TrProps) {
  const classes = ['pf-v6-c-table__tr', className, isRowSelected && 'pf-m-selected'];
  return <tr className={classes.filter(Boolean).join(' ')} {...rest} />;
}
