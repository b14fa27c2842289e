import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Label,
  LabelGroup,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import type { ApiObject, GroupVersionResource } from '../../../api/object.ts';
import { Age } from '../../components/Age.tsx';
import { FieldLabel } from '../../components/FieldLink.tsx';
import { KindLink } from '../../components/KindLink.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';

interface MetadataCardProps {
  readonly resource: GroupVersionResource;
  readonly object: ApiObject;
}

export function MetadataCard({ resource, object: { metadata } }: MetadataCardProps) {
  const term = (text: string, field: string) => (
    <FieldLabel resource={resource} field={`metadata.${field}`}>
      {text}
    </FieldLabel>
  );
  return (
    <TitledCard title="Metadata">
      <DescriptionList isCompact isHorizontal horizontalTermWidthModifier={{ default: '8rem' }}>
        {metadata.namespace && (
          <Fact term={term('Namespace', 'namespace')}>
            <KindLink kind="core/Namespace" namespace={undefined} name={metadata.namespace} />
          </Fact>
        )}
        <Fact term={term('Age', 'creationTimestamp')}>
          <Age timestamp={metadata.creationTimestamp} />
          <span className="tp-subtle"> since {metadata.creationTimestamp}</span>
        </Fact>
        {metadata.deletionTimestamp && (
          <Fact term={term('Deletion requested', 'deletionTimestamp')}>{metadata.deletionTimestamp}</Fact>
        )}
        <Fact term={term('UID', 'uid')}>
          <code>{metadata.uid}</code>
        </Fact>
        <Fact term={term('Resource version', 'resourceVersion')}>{metadata.resourceVersion}</Fact>
        {metadata.generation !== undefined && (
          <Fact term={term('Generation', 'generation')}>{metadata.generation}</Fact>
        )}
        {metadata.finalizers?.length ? (
          <Fact term={term('Finalizers', 'finalizers')}>{metadata.finalizers.join(', ')}</Fact>
        ) : null}
        <Fact term={term('Labels', 'labels')}>
          <Labels labels={metadata.labels ?? {}} />
        </Fact>
      </DescriptionList>
    </TitledCard>
  );
}

export function AnnotationsCard({ object: { metadata } }: { readonly object: ApiObject }) {
  const annotations = Object.entries(metadata.annotations ?? {});
  if (annotations.length === 0) return null;
  return (
    <TitledCard title="Annotations">
      <DescriptionList isCompact>
        {annotations.map(([name, value]) => (
          <Fact key={name} term={name}>
            <code className="tp-annotation">{value}</code>
          </Fact>
        ))}
      </DescriptionList>
    </TitledCard>
  );
}

function Fact({ term, children }: { readonly term: ReactNode; readonly children: ReactNode }) {
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
