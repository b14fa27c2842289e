import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';

/**
 * A node of a custom resource definition's OpenAPI schema: what pruning, defaulting and validating need to know of it.
 * `props` holds the keywords of validation.
 */
export interface StructuralSchema {
  readonly props: JSONSchemaProps;
  readonly properties: ReadonlyMap<string, StructuralSchema>;
  /** Schema of members that `properties` does not name; true: any value is allowed. */
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

/** A rule of `x-kubernetes-validations`: an expression that must hold of the value. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  /** Where the error is shown, below the value: `.spec['odd-name']`. */
  readonly fieldPath?: string;
}
