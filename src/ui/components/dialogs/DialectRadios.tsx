import { Radio } from '@patternfly/react-core';
import type { DialectName } from '../../../api/dialect.ts';
import { DIALECTS } from '../../state/dialect-names.ts';

interface DialectRadiosProps {
  readonly dialect: DialectName;
  readonly onChange: (dialect: DialectName) => void;
}

/** The choice between the two dialects, each with an example. */
export const DialectRadios = ({ dialect, onChange }: DialectRadiosProps) =>
  (['kubernetes', 'cluster'] as const).map((name) => (
    <Radio
      key={name}
      id={`dialect-${name}`}
      name="dialect"
      label={DIALECTS[name].title}
      description={
        <>
          <code>{DIALECTS[name].example}</code> · {DIALECTS[name].explanation}
        </>
      }
      isChecked={dialect === name}
      onChange={() => onChange(name)}
    />
  ));
