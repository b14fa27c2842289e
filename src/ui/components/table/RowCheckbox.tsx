import type { ComponentProps } from 'react';

type RowCheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { readonly 'aria-label': string };

/** A check box that looks like PatternFly's, which renders several components for each check box of a new row. */
export const RowCheckbox = (props: RowCheckboxProps) => (
  <div className="pf-v6-c-check pf-m-standalone">
    <input {...props} type="checkbox" className="pf-v6-c-check__input" />
  </div>
);
