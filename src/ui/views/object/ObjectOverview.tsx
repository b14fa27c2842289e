import {
  Card,
  CardBody,
  CardTitle,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Label,
  LabelGroup,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { dialectNamed } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { conditionsOf, fieldManagersOf } from '../../../client/objects/object-facts.ts';
import { overviewOf } from '../../../client/overviews/overviews.ts';
import { Age } from '../../components/Age.tsx';
import { SimulationNote } from '../../components/notices/SimulationNote.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import type { RelationsState } from '../../hooks/use-relations.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { ConditionsCard } from './ConditionsCard.tsx';
import { FieldManagersCard } from './FieldManagersCard.tsx';
import { OverviewCardView } from './OverviewCards.tsx';
import { RelationsCard } from './RelationsCard.tsx';
import { SummaryCard } from './SummaryCard.tsx';

interface ObjectOverviewProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
  readonly relations: RelationsState;
}

/** What an object is and does, as far as its kind is known; then its relations, metadata, conditions and field managers. */
export function ObjectOverview({ resource, object, relations }: ObjectOverviewProps) {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const overview = overviewOf(object, dialect);
  const { metadata } = object;
  const annotations = Object.entries(metadata.annotations ?? {});
  const conditions = conditionsOf(object);
  const managers = fieldManagersOf(object);
  return (
    <div className="tp-cards">
      <SimulationNote resource={resource} object={object} />
      {overview?.(object, { dialect, ...relations }).map((card) => (
        <OverviewCardView key={card.title} {...card} />
      ))}
      <RelationsCard {...relations} />
      <Card isCompact>
        <CardTitle component="h2">Metadata</CardTitle>
        <CardBody>
          <DescriptionList isCompact isHorizontal horizontalTermWidthModifier={{ default: '9rem' }}>
            <Fact term="Name">{metadata.name}</Fact>
            {metadata.namespace && <Fact term="Namespace">{metadata.namespace}</Fact>}
            <Fact term="Age">
              <Age timestamp={metadata.creationTimestamp} />
              <span className="tp-subtle"> since {metadata.creationTimestamp}</span>
            </Fact>
            {metadata.deletionTimestamp && <Fact term="Deletion requested">{metadata.deletionTimestamp}</Fact>}
            <Fact term="UID">
              <code>{metadata.uid}</code>
            </Fact>
            <Fact term="Resource version">{metadata.resourceVersion}</Fact>
            {metadata.generation !== undefined && <Fact term="Generation">{metadata.generation}</Fact>}
            {metadata.finalizers?.length ? <Fact term="Finalizers">{metadata.finalizers.join(', ')}</Fact> : null}
            <Fact term="Labels">
              <Labels labels={metadata.labels ?? {}} />
            </Fact>
          </DescriptionList>
        </CardBody>
      </Card>
      {!overview && <SummaryCard resource={resource} object={object} />}
      {conditions.length > 0 && <ConditionsCard conditions={conditions} />}
      {annotations.length > 0 && (
        <Card isCompact>
          <CardTitle component="h2">Annotations</CardTitle>
          <CardBody>
            <DescriptionList isCompact>
              {annotations.map(([name, value]) => (
                <Fact key={name} term={name}>
                  <code className="tp-annotation">{value}</code>
                </Fact>
              ))}
            </DescriptionList>
          </CardBody>
        </Card>
      )}
      {managers.length > 0 && <FieldManagersCard managers={managers} />}
    </div>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}

function Labels({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  const entries = Object.entries(labels);
  if (entries.length === 0) return <span className="tp-subtle">None</span>;
  return (
    <LabelGroup numLabels={12} aria-label="Labels">
      {entries.map(([name, value]) => (
        <Label key={name} isCompact variant="outline">
          {name}={value}
        </Label>
      ))}
    </LabelGroup>
  );
}
