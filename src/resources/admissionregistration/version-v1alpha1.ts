import type { ApiObject } from '../../api/object.ts';
import type { ResourceBehavior } from '../resource-definition.ts';

const inVersion = (object: ApiObject, version: string): ApiObject => ({
  ...object,
  apiVersion: object.apiVersion.replace(/[^/]+$/, version),
});

/** The common behavior of policies and bindings: both versions have the same fields. */
export const policyBehavior = <T extends ApiObject & { spec?: object | undefined }>() =>
  ({
    takesAnyFinalizer: true,
    storageVersion: 'v1beta1',
    hashedVersion: 'v1alpha1',
    conversions: {
      v1alpha1: {
        toStorage: (object) => inVersion(object, 'v1beta1') as T,
        fromStorage: (object) => inVersion(object, 'v1alpha1'),
      },
    },
    allowUnconditionalUpdate: false,
    generation: ({ spec }) => spec,
  }) satisfies Partial<ResourceBehavior<T>>;
