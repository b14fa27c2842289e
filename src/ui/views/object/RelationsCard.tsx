import './relations-card.css';
import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Skeleton,
} from '@patternfly/react-core';
import { useState } from 'react';
import { RELATIONS, type RelationName } from '../../../client/relations/relation.ts';
import type { Relation } from '../../../client/relations/relations-of.ts';
import { KindLink } from '../../components/KindLink.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import type { RelationsState } from '../../hooks/use-relations.ts';
import { UnlistedKinds } from './UnlistedKinds.tsx';

/** Number of related objects shown initially, and added by "Show more", for each relation. */
const PAGE = 10;

/** The relations of an object in both directions. */
export function RelationsCard({ relations, isLoaded, unknown }: Omit<RelationsState, 'objects'>) {
  const shown = RELATIONS.map((name) => ({ name, objects: relations.filter(({ relation }) => relation === name) }));
  return (
    <TitledCard title="Relations">
      {!isLoaded && relations.length === 0 ? (
        <Skeleton screenreaderText="Loading relations" />
      ) : (
        <DescriptionList isCompact isHorizontal horizontalTermWidthModifier={{ default: '8rem' }}>
          {shown.map(({ name, objects }) => objects.length > 0 && <Related key={name} name={name} objects={objects} />)}
        </DescriptionList>
      )}
      {isLoaded && relations.length === 0 && <p className="tp-subtle">No related objects.</p>}
      <UnlistedKinds kinds={unknown} />
    </TitledCard>
  );
}

function Related({ name, objects }: { readonly name: RelationName; readonly objects: readonly Relation[] }) {
  const [limit, setLimit] = useState(PAGE);
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{name.charAt(0).toUpperCase() + name.slice(1)}</DescriptionListTerm>
      <DescriptionListDescription>
        <ul className="tp-related">
          {objects.slice(0, limit).map(({ kind, namespace, name: object, details, isMissing }) => (
            <li key={`${kind} ${namespace}/${object}`}>
              <KindLink kind={kind} namespace={namespace} name={object} withKind />{' '}
              {isMissing && <StatusLabel status="danger">Not found</StatusLabel>}
              {details.length > 0 && <span className="tp-subtle"> {details.join(', ')}</span>}
            </li>
          ))}
        </ul>
        {objects.length > limit && (
          <Button variant="link" isInline onClick={() => setLimit(limit + PAGE)}>
            Show more ({objects.length - limit})
          </Button>
        )}
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}
