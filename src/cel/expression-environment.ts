import { type FunctionDeclaration, readDeclarations, type Written } from './typing/declarations.ts';
import type { Type } from './typing/types.ts';

/** The variables and functions available to expressions. */
export interface Environment {
  readonly variables: ReadonlyMap<string, Type>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
}

export const createEnvironment = (
  libraries: readonly (readonly Written[])[],
  variables: Readonly<Record<string, Type>>,
): Environment => ({ functions: readDeclarations(libraries.flat()), variables: new Map(Object.entries(variables)) });

export const withVariables = (environment: Environment, variables: Readonly<Record<string, Type>>): Environment => ({
  ...environment,
  variables: new Map([...environment.variables, ...Object.entries(variables)]),
});
