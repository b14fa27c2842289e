import './field-changes.css';
import type { FieldChange } from '../state/objects/object-difference.ts';

const MARKS = { added: '+', removed: '−', changed: '±' } as const;
const WORDS = { added: 'added', removed: 'removed', changed: 'changed' } as const;

/** The old and new value of each changed field. */
export function FieldChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <ul className="tp-changes">
      {changes.map((change) => (
        <li key={change.field} className={`tp-change tp-change-${change.type}`}>
          <span className="tp-change-field">
            <span role="img" aria-label={WORDS[change.type]}>
              {MARKS[change.type]}
            </span>{' '}
            {change.field || 'the object'}
          </span>
          {change.type !== 'added' && <del>{valueText(change.before)}</del>}
          {change.type !== 'removed' && <ins>{valueText(change.after)}</ins>}
        </li>
      ))}
    </ul>
  );
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value || '""' : JSON.stringify(value, null, typeof value === 'object' ? 2 : 0);
