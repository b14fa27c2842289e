import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { TypeSchemas } from './type-schemas.ts';

type Model = NonNullable<ReturnType<TypeSchemas['modelOf']>>;

/** Details that the published types do not contain, by kind. */
export interface KindDetails {
  readonly clusterScoped?: readonly string[];
  /** Types that only appear in other kinds. */
  readonly embedded?: readonly string[];
  readonly shortNames?: Readonly<Record<string, readonly string[]>>;
  readonly columns?: Readonly<Record<string, readonly object[]>>;
  readonly scale?: Readonly<Record<string, object>>;
}

export type Definition = ReturnType<typeof definitionOf>;

const ROOT = new URL('../../../node_modules', import.meta.url).pathname;

/**
 * Returns the custom resource definitions of a project, generated from the types that `@kubernetes-models` publishes:
 * names, structure, required fields, enums and prose are the project's own. No npm package holds the manifests.
 */
export function publishedDefinitions(name: string, details: KindDetails): Definition[] {
  const byKind = new Map<string, Model[]>();
  for (const model of modelsOf(join(ROOT, '@kubernetes-models', name))) {
    if (details.embedded?.includes(model.kind)) continue;
    const key = `${model.group} ${model.kind}`;
    byKind.set(key, [...(byKind.get(key) ?? []), model]);
  }
  return [...byKind.values()].map((versions) => definitionOf(versions, details));
}

function modelsOf(folder: string): Model[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts') && !file.startsWith('_schemas') && dirname(file).split('/').length === 2)
    .map((file) => join(folder, file));
  const program = ts.createProgram(files, {
    lib: ['lib.es2022.d.ts'],
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
  });
  const schemas = new TypeSchemas(program.getTypeChecker());
  return files.flatMap((file) => {
    const statements = program.getSourceFile(file)?.statements ?? [];
    return statements.flatMap((each) => (ts.isInterfaceDeclaration(each) ? (schemas.modelOf(each) ?? []) : []));
  });
}

const pluralOf = (kind: string): string => {
  const singular = kind.toLowerCase();
  if (/[^aeiou]y$/.test(singular)) return singular.replace(/y$/, 'ies');
  return /(s|x|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
};

/** Orders stable versions before betas, and betas before alphas. */
const maturity = (version: string): number => (version.includes('alpha') ? 2 : version.includes('beta') ? 1 : 0);

function definitionOf(models: readonly Model[], { clusterScoped, shortNames, columns, scale }: KindDetails) {
  const versions = [...models].sort((a, b) => maturity(a.version) - maturity(b.version));
  const [{ group, kind }] = versions as [Model];
  const plural = pluralOf(kind);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      ...(group.endsWith('.k8s.io') ? { annotations: { 'api-approved.kubernetes.io': 'https://example.com/1' } } : {}),
    },
    spec: {
      group,
      scope: clusterScoped?.includes(kind) ? 'Cluster' : 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List`, shortNames: shortNames?.[kind] },
      versions: versions.map(({ version, schema }, index) => ({
        name: version,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        subresources: { ...('status' in schema.properties ? { status: {} } : {}), scale: scale?.[kind] },
        additionalPrinterColumns: columns?.[kind],
      })),
    },
  };
}
