import { Breadcrumb, BreadcrumbItem, Label, Skeleton, Title } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import {
  descriptionsOf,
  fieldAt,
  kindSchema,
  type Schemas,
  typeText,
} from '../../../kubectl/explanation/schema-fields.ts';
import { FieldLink } from '../../components/FieldLink.tsx';
import { Markdown } from '../../components/lessons/Markdown.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { factsOf, fieldsBelow } from '../../state/explorer/fields.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { FieldTable } from './FieldTable.tsx';
import { TryRequest } from './TryRequest.tsx';
import { useSchemas } from './use-schemas.ts';

interface FieldPageProps {
  readonly resource: DiscoveredResource;
  /** Empty for the kind itself. */
  readonly path: readonly string[];
}

/** What `kubectl explain` prints about a kind or field, with links. */
export function FieldPage({ resource, path }: FieldPageProps) {
  const { value: schemas, error } = useSchemas(resource);
  if (error !== undefined) return <ErrorState error={error} />;
  if (!schemas) return <Skeleton height="20rem" screenreaderText="Loading the fields" />;
  return (
    <>
      <Breadcrumb aria-label="Path of the field">
        <BreadcrumbItem>
          <Link to="/explorer">All kinds</Link>
        </BreadcrumbItem>
        <BreadcrumbItem isActive={path.length === 0}>
          <FieldLink resource={resource} path={[]}>
            {resource.kind}
          </FieldLink>
        </BreadcrumbItem>
        {path.map((name, index) => (
          <BreadcrumbItem key={path.slice(0, index + 1).join('.')} isActive={index === path.length - 1}>
            <FieldLink resource={resource} path={path.slice(0, index + 1)}>
              {name}
            </FieldLink>
          </BreadcrumbItem>
        ))}
      </Breadcrumb>
      <Explanation resource={resource} path={path} schemas={schemas} />
      {path.length === 0 && <TryRequest resource={resource} />}
    </>
  );
}

function Explanation({ resource, path, schemas }: FieldPageProps & { readonly schemas: Schemas }) {
  const { group, version, kind } = resource;
  const root = kindSchema(schemas, { group, version, kind });
  if (!root) return <p>The server publishes no schema of {kind}.</p>;
  const { field, isRequired, missing } = fieldAt(schemas, root, path);
  if (missing !== undefined)
    return (
      <p>
        {kind} has no field {path.slice(0, path.indexOf(missing) + 1).join('.')}.
      </p>
    );
  const descriptions = descriptionsOf(schemas, field);
  return (
    <>
      <div className="tp-explorer-title">
        <Title headingLevel="h2">{path.at(-1) ?? kind}</Title>
        <code>{path.length === 0 ? apiVersionOf(group, version) : typeText(schemas, field)}</code>
        {isRequired && <Label isCompact>Required</Label>}
        {factsOf(field).map((fact) => (
          <Label key={fact} isCompact variant="outline">
            {fact}
          </Label>
        ))}
        {path.length === 0 && (
          <>
            <Link to="/objects/$group/$version/$resource" params={resourceParameters(resource)}>
              Show objects
            </Link>
            <span className="tp-subtle">{factsOfKind(resource)}</span>
          </>
        )}
      </div>
      {descriptions.map((text) => (
        <Markdown key={text}>{text}</Markdown>
      ))}
      <FieldTable resource={resource} path={path} fields={fieldsBelow(schemas, field)} />
    </>
  );
}

function factsOfKind({ namespaced, shortNames, verbs, subresources }: DiscoveredResource): string {
  const facts = [
    namespaced ? 'Namespaced' : 'Cluster-scoped',
    shortNames.length > 0 && `short ${shortNames.join(', ')}`,
    `verbs ${verbs.join(', ')}`,
    subresources.length > 0 && `subresources ${subresources.join(', ')}`,
  ];
  return facts.filter(Boolean).join(' · ');
}
