import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import type { DeletedObject } from '../../../../client/relations/deletion.ts';

/** Number of objects shown on each level initially, and added by "Show more". */
const PAGE = 10;

/** Objects that are deleted, each with its dependents below. */
export function DeletionTree({
  objects,
  label,
}: {
  readonly objects: readonly DeletedObject[];
  readonly label?: string;
}) {
  const [limit, setLimit] = useState(PAGE);
  const rest = objects.length - limit;
  return (
    // A long list scrolls, also by keyboard.
    <ul {...(label ? { 'aria-label': label, tabIndex: 0 } : {})}>
      {objects.slice(0, limit).map((object) => (
        <li key={`${object.kind} ${object.namespace}/${object.name}`}>
          <ObjectText {...object} />
          {object.dependents.length > 0 && <DeletionTree objects={object.dependents} />}
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Button variant="link" isInline onClick={() => setLimit(limit + PAGE * 5)}>
            Show more ({rest})
          </Button>
        </li>
      )}
    </ul>
  );
}

/** An object by its kind and name. */
export const ObjectText = ({ kind, name }: Pick<DeletedObject, 'kind' | 'name'>) => (
  <>
    <span className="tp-subtle">{kind.slice(kind.lastIndexOf('/') + 1)}</span> {name}
  </>
);
