import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';

/**
 * A node of a custom resource definition's OpenAPI schema, for pruning, defaulting and validation. `props` contains the
 * validation keywords.
 */
export interface StructuralSchema {
  readonly props: JSONSchemaProps;
  readonly properties: ReadonlyMap<string, StructuralSchema>;
  /** Schema of members not in `properties`; true allows any value. */
  readonly additionalProperties: StructuralSchema | true | undefined;
  readonly items: StructuralSchema | undefined;
  readonly nullable: boolean;
  readonly preserveUnknown: boolean;
  readonly intOrString: boolean;
  readonly isEmbeddedResource: boolean;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: string | undefined;
  readonly validations: readonly ValidationRule[];
}

/** A rule of `x-kubernetes-validations`: a CEL expression that must be true for the value. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  /** Field to which the error is attached, relative to the value: `.spec['odd-name']`. */
  readonly fieldPath?: string;
}
