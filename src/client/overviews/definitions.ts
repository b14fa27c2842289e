import type { CustomResourceDefinition, JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import type { APIService } from '../../api/kinds/apiregistration-v1.generated.ts';
import { code, facts, type OverviewCard, objectText, overview, subtle, type Text, table } from './card.ts';

/** The versions of a definition, and the schema of the stored one as a tree. */
export const definitionOverview = overview<CustomResourceDefinition>(({ spec, status }) => {
  const versions = spec.versions ?? [];
  const shown = versions.find(({ storage }) => storage) ?? versions[0];
  const { kind, plural, shortNames, categories } = spec.names;
  return [
    {
      title: 'Definition',
      facts: facts([
        ['Kind', { type: 'kind', kind: `${spec.group}/${kind}`, text: kind }],
        ['Group', spec.group],
        ['Plural', plural],
        ['Short names', shortNames?.join(', ')],
        ['Categories', categories?.join(', ')],
        ['Scope', spec.scope],
        ['Stored versions', status?.storedVersions?.join(', ')],
        ['Conversion', spec.conversion?.strategy],
      ]),
      tables: table(
        'Versions',
        ['Version', 'Served', 'Stored', 'Subresources', 'Columns'],
        versions.map(({ name, served, storage, deprecated, subresources, additionalPrinterColumns }): Text[] => [
          [name, ...(deprecated ? [' ', subtle('deprecated')] : [])],
          served ? 'Yes' : 'No',
          storage ? 'Yes' : 'No',
          Object.keys(subresources ?? {}).join(', ') || subtle('None'),
          (additionalPrinterColumns ?? []).map((column) => column.name).join(', ') || subtle('None'),
        ]),
      ),
    },
    ...(shown ? [schemaCard(shown.name, shown.schema?.openAPIV3Schema)] : []),
  ];
});

const schemaCard = (version: string, schema: JSONSchemaProps | undefined): OverviewCard => ({
  title: `Schema of ${version}`,
  emptyText: 'No fields. Unknown fields are kept.',
  tables: table('Fields', ['Field', 'Type', 'Description'], fieldRows(schema, 0)),
});

const NESTING = '\u2003';

/** Returns a row for each field, nested ones below theirs. */
function fieldRows(schema: JSONSchemaProps | undefined, depth: number): Text[][] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const required = schema?.required?.includes(name) ?? false;
    const nested = elementOf(field);
    return [
      [
        [NESTING.repeat(depth), code(name)],
        [typeText(field), ...(required ? [' ', subtle('required')] : [])],
        field.description ?? '',
      ],
      ...fieldRows(nested, depth + 1),
    ];
  });
}

/**
 * Returns the schema with the nested fields of a field: that of its elements or values if it has any, otherwise its
 * own.
 */
function elementOf(field: JSONSchemaProps): JSONSchemaProps {
  const element = (field.items ?? field.additionalProperties) as JSONSchemaProps | undefined;
  return element && typeof element === 'object' ? elementOf(element) : field;
}

function typeText(field: JSONSchemaProps): string {
  if (field.enum) return field.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (field.type === 'array') return `[]${typeText((field.items as JSONSchemaProps | undefined) ?? {})}`;
  const values = field.additionalProperties as JSONSchemaProps | undefined;
  if (values && typeof values === 'object') return `map of ${typeText(values)}`;
  return field.type ?? 'any';
}

export const apiServiceOverview = overview<APIService>(({ spec }) => [
  {
    title: 'API service',
    facts: facts([
      ['Group', spec?.group || 'core'],
      ['Version', spec?.version],
      [
        'Served by',
        spec?.service ? [objectText('core/Service', spec.service), ` port ${spec.service.port ?? 443}`] : 'This server',
      ],
      ['Group priority', spec?.groupPriorityMinimum],
      ['Version priority', spec?.versionPriority],
      ['TLS', spec?.service && (spec.insecureSkipTLSVerify ? 'Not verified' : 'Verified')],
    ]),
  },
]);
