import type { ExpressionPath } from '../../../../api/debug/expression-check.ts';
import type { ValidatingWebhookConfiguration } from '../../../../api/kinds/admissionregistration-v1.generated.ts';
import type { ValidatingAdmissionPolicy } from '../../../../api/kinds/admissionregistration-v1beta1.generated.ts';
import type { CustomResourceDefinition, JSONSchemaProps } from '../../../../api/kinds/apiextensions-v1.generated.ts';
import { ADMISSION_REGISTRATION_GROUP, API_EXTENSIONS_GROUP } from '../../../../api/kubernetes-names.ts';
import { type ApiObject, type GroupVersionKind, parseApiVersion } from '../../../../api/object.ts';
import { badRequest } from '../../../../api/status.ts';
import { type AdmissionVariables, admissionEnvironment } from '../../../../cel/admission/admission-environment.ts';
import { compileExpression } from '../../../../cel/compile-expression.ts';
import { type Environment, withVariables } from '../../../../cel/expression-environment.ts';
import { ruleEnvironment } from '../../../../cel/rules/compile-rules.ts';
import { typeOfSchema } from '../../../../cel/rules/schema-type.ts';
import { typeOfKind } from '../../../../cel/typing/kind-type.ts';
import { DYN, objectType, type Type } from '../../../../cel/typing/types.ts';
import { VALIDATIONS_EXTENSION } from '../../../../resources/apiextensions/schema-rules.ts';
import type { StructuralSchema } from '../../../../schema/structural/structural.ts';
import { structuralSchema } from '../../../../schema/structural/structural-schema.ts';
import { matchedKinds } from '../../../catalog/matched-kinds.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** An expression of an object. */
export interface PlacedExpression {
  readonly path: ExpressionPath;
  readonly text: string;
  /** The environment in which the server compiles it. */
  readonly environment: Environment;
  /** Allowed result types; empty allows any. */
  readonly results: readonly Type['kind'][];
  /** The same with the type of each matched kind. */
  readonly typed: readonly TypedEnvironment[];
}

interface TypedEnvironment {
  readonly kind: GroupVersionKind;
  readonly environment: Environment;
}

/** Maximum number of expressions that are checked. Each is compiled for each kind. */
const MOST_EXPRESSIONS = 500;
/** Maximum number of variables of a checked policy. Each has a type with all variables before it. */
const MOST_VARIABLES = 100;
/** Maximum number of kinds whose types an expression is checked with. */
const MOST_KINDS = 10;

type Parts = Pick<ServerContext, 'dialect' | 'resources'>;

/**
 * Returns the expressions of an object, whose members have the types of its kind; empty for kinds without any.
 * @throws StatusError 400 when there are too many
 */
export function expressionsOf(object: ApiObject, parts: Parts): readonly PlacedExpression[] {
  const expressions = allExpressions(object, parts);
  if (expressions.length > MOST_EXPRESSIONS) throw badRequest(`at most ${MOST_EXPRESSIONS} expressions are checked`);
  return expressions;
}

function allExpressions(object: ApiObject, parts: Parts): readonly PlacedExpression[] {
  const { group } = parseApiVersion(object.apiVersion ?? '');
  if (group === parts.dialect.rename(API_EXTENSIONS_GROUP))
    return ofDefinition(object as CustomResourceDefinition, parts);
  if (group !== parts.dialect.rename(ADMISSION_REGISTRATION_GROUP)) return [];
  return object.kind === 'ValidatingAdmissionPolicy' ? ofPolicy(object, parts) : ofWebhooks(object, parts);
}

const ofDefinition = ({ spec }: CustomResourceDefinition, parts: Parts): PlacedExpression[] =>
  (spec?.versions ?? []).flatMap(({ schema }, index) => {
    const path = ['spec', 'versions', index, 'schema', 'openAPIV3Schema'];
    const root = schema?.openAPIV3Schema as JSONSchemaProps | undefined;
    return root ? ofSchema(structuralSchema(root, parts.dialect), path, true, parts) : [];
  });

function ofSchema(schema: StructuralSchema, path: ExpressionPath, isRoot: boolean, parts: Parts): PlacedExpression[] {
  const { additionalProperties, items, properties } = schema;
  return [
    ...ofRules(schema, path, isRoot, parts),
    ...[...properties].flatMap(([name, child]) => ofSchema(child, [...path, 'properties', name], false, parts)),
    ...(items ? ofSchema(items, [...path, 'items'], false, parts) : []),
    ...(typeof additionalProperties === 'object'
      ? ofSchema(additionalProperties, [...path, 'additionalProperties'], false, parts)
      : []),
  ];
}

function ofRules(schema: StructuralSchema, path: ExpressionPath, isRoot: boolean, parts: Parts): PlacedExpression[] {
  if (schema.validations.length === 0) return [];
  const type = typeOfSchema(schema, isRoot || schema.isEmbeddedResource) ?? DYN;
  const place = { environment: ruleEnvironment(type), typed: [] };
  const extension = parts.dialect.rename(VALIDATIONS_EXTENSION);
  return schema.validations.flatMap(({ rule, messageExpression }, index) => {
    const ofRule = [...path, extension, index];
    return [
      ...placed(rule, [...ofRule, 'rule'], { ...place, results: ['bool'] }),
      ...placed(messageExpression, [...ofRule, 'messageExpression'], { ...place, results: ['string'] }),
    ];
  });
}

const placed = (
  text: string | undefined,
  path: ExpressionPath,
  place: Pick<PlacedExpression, 'environment' | 'results' | 'typed'>,
): PlacedExpression[] => (typeof text === 'string' ? [{ text, path, ...place }] : []);

/** Makes the environments of an admission expression. */
type PlaceIn = (
  variables: AdmissionVariables,
  types?: Readonly<Record<string, Type>>,
) => Pick<PlacedExpression, 'environment' | 'typed'>;

/** @param params undefined for objects without parameters */
function admissionPlaces(kinds: readonly GroupVersionKind[], params: Type | undefined, parts: Parts): PlaceIn {
  const objects = kinds.slice(0, MOST_KINDS).flatMap((kind) => {
    const object = typeOf(kind, parts);
    return object ? [{ kind, object }] : [];
  });
  return (variables, types = {}) => ({
    environment: admissionEnvironment(variables),
    typed: objects.map(({ kind, object }) => ({
      kind,
      environment: withVariables(
        admissionEnvironment(variables, { object, params: params ?? DYN }),
        variables.variables ? { variables: objectType('kubernetes.variables', types) } : {},
      ),
    })),
  });
}

function ofPolicy({ spec = {} }: ValidatingAdmissionPolicy, parts: Parts): PlacedExpression[] {
  if ((spec.variables ?? []).length > MOST_VARIABLES)
    throw badRequest(`expressions are checked with at most ${MOST_VARIABLES} variables`);
  const { apiVersion = '', kind = '' } = spec.paramKind ?? {};
  const kinds = matchedKinds(spec.matchConstraints?.resourceRules ?? [], parts.resources.resources);
  const params = spec.paramKind !== undefined;
  const placeIn = admissionPlaces(kinds, typeOf({ ...parseApiVersion(apiVersion), kind }, parts), parts);
  const names: string[] = [];
  const types: Record<string, Type> = {};
  const variables = (spec.variables ?? []).flatMap(({ name, expression }, index) => {
    const place = placeIn({ params, authorizer: true, variables: names }, types);
    names.push(name);
    // Kinds can give a variable different types.
    const [only, ...others] = place.typed;
    const environment = only && others.length === 0 ? only.environment : place.environment;
    types[name] = compileExpression(expression ?? '', environment, []).program?.type ?? DYN;
    return placed(expression, ['spec', 'variables', index, 'expression'], { ...place, results: [] });
  });
  const scope = { params, ...(names.length > 0 ? { variables: names } : {}) };
  const full = placeIn({ ...scope, authorizer: true }, types);
  const ofMessages = placeIn({ ...scope, authorizer: false }, types);
  return [
    ...variables,
    ...conditionsOf(spec.matchConditions, ['spec'], full),
    ...(spec.validations ?? []).flatMap(({ expression, messageExpression }, index) => {
      const path = ['spec', 'validations', index];
      return [
        ...placed(expression, [...path, 'expression'], { ...full, results: ['bool'] }),
        ...placed(messageExpression, [...path, 'messageExpression'], { ...ofMessages, results: ['string'] }),
      ];
    }),
    ...(spec.auditAnnotations ?? []).flatMap(({ valueExpression }, index) =>
      placed(valueExpression, ['spec', 'auditAnnotations', index, 'valueExpression'], {
        ...full,
        results: ['string', 'null'],
      }),
    ),
  ];
}

const ofWebhooks = ({ webhooks = [] }: ValidatingWebhookConfiguration, parts: Parts): PlacedExpression[] =>
  webhooks.flatMap(({ rules = [], matchConditions }, index) => {
    const placeIn = admissionPlaces(matchedKinds(rules, parts.resources.resources), undefined, parts);
    return conditionsOf(matchConditions, ['webhooks', index], placeIn({ params: false, authorizer: true }));
  });

const conditionsOf = (
  conditions: readonly { readonly expression: string }[] = [],
  path: ExpressionPath,
  place: Pick<PlacedExpression, 'environment' | 'typed'>,
): PlacedExpression[] =>
  conditions.flatMap(({ expression }, index) =>
    placed(expression, [...path, 'matchConditions', index, 'expression'], { ...place, results: ['bool'] }),
  );

/** Returns the type of a kind's objects, custom ones included. */
function typeOf(kind: GroupVersionKind, { resources }: Parts): Type | undefined {
  const schema = resources.findKind(kind)?.schema;
  if (!schema) return undefined;
  return schema.structural ? typeOfSchema(schema.structural, true) : typeOfKind(schema, kind.kind);
}
