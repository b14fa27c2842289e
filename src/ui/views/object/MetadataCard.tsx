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
import type { ApiObject } from '../../../api/object.ts';
import { Age } from '../../components/Age.tsx';
import { KindLink } from '../../components/KindLink.tsx';

export function MetadataCard({ object: { metadata } }: { readonly object: ApiObject }) {
  return (
    <Card isCompact>
      <CardTitle component="h2">Metadata</CardTitle>
      <CardBody>
        <DescriptionList isCompact isHorizontal horizontalTermWidthModifier={{ default: '8rem' }}>
          {metadata.namespace && (
            <Fact term="Namespace">
              <KindLink kind="core/Namespace" namespace={undefined} name={metadata.namespace} />
            </Fact>
          )}
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
  );
}

export function AnnotationsCard({ object: { metadata } }: { readonly object: ApiObject }) {
  const annotations = Object.entries(metadata.annotations ?? {});
  if (annotations.length === 0) return null;
  return (
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
