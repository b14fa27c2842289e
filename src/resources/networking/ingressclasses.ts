import { type FieldError, forbiddenField, notSupported, required, tooLong } from '../../api/field-error.ts';
import type { IngressClass, IngressClassParametersReference } from '../../api/kinds/networking-v1.generated.ts';
import { isDns1123Label } from '../../api/names.ts';
import { immutable, invalidFor, validateDomainPrefixedPath } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateObjectReference } from './object-reference.ts';

const MAXIMUM_CONTROLLER_LENGTH = 250;

const facts = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  resource: 'ingressclasses',
  namespaced: false,
  description: 'A class of ingresses and the controller that implements it.',
  twins: ['networking.k8s.io/v1beta1'],
  types: {
    IngressClass: { 'spec?': 'IngressClassSpec' },
    IngressClassSpec: { 'controller?': 'string', 'parameters?': '*IngressClassParametersReference' },
    IngressClassParametersReference: {
      'apiGroup?': '*string',
      kind: 'string',
      name: 'string',
      'scope?': '*string written',
      'namespace?': '*string',
    },
  },
} satisfies KindFacts;

export const ingressclasses = resource<IngressClass>(facts, {
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults({ spec }) {
      if (spec?.parameters) spec.parameters.scope ??= 'Cluster';
    },
    validate: validateIngressClass,
    validateUpdate: (object, live) => [
      ...validateIngressClass(object),
      ...immutable(object.spec?.controller ?? '', live.spec?.controller ?? '', 'spec.controller'),
    ],
  },
  columns: [
    nameColumn(),
    column(
      'Controller',
      'string',
      'Controller that is responsible for handling this class',
      ({ spec }) => spec?.controller ?? '',
    ),
    column('Parameters', 'string', 'A reference to a resource with additional parameters', ({ spec }) =>
      parametersText(spec?.parameters),
    ),
    ageColumn(),
  ],
});

function validateIngressClass({ spec = {} }: IngressClass): FieldError[] {
  const { controller = '', parameters } = spec;
  return [
    ...(controller.length > MAXIMUM_CONTROLLER_LENGTH
      ? [tooLong('spec.controller', controller, MAXIMUM_CONTROLLER_LENGTH)]
      : []),
    ...validateDomainPrefixedPath(controller, 'spec.controller'),
    ...(parameters ? validateParameters(parameters, 'spec.parameters') : []),
  ];
}

function validateParameters(parameters: IngressClassParametersReference, field: string): FieldError[] {
  const { scope, namespace } = parameters;
  const errors = validateObjectReference(parameters, field);
  if (scope == null) return [...errors, required(`${field}.scope`)];
  if (scope === 'Cluster') {
    if (namespace == null) return errors;
    return [...errors, forbiddenField(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'")];
  }
  if (scope !== 'Namespace') return [...errors, notSupported(`${field}.scope`, scope, ['Cluster', 'Namespace'])];
  if (namespace == null) {
    return [...errors, required(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'")];
  }
  return [...errors, ...invalidFor(`${field}.namespace`, namespace, isDns1123Label(namespace))];
}

function parametersText(parameters: IngressClassParametersReference | undefined): string {
  if (!parameters) return '<none>';
  const { apiGroup, kind, name } = parameters;
  return `${kind}${apiGroup ? `.${apiGroup}` : ''}/${name}`;
}
