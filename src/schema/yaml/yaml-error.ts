/** YAML that the server cannot convert to JSON, with the server's message. */
export class YamlError extends Error {}

/** Returns an error with go-yaml's prefix. */
export const yamlFailure = (problem: string): YamlError => new YamlError(`yaml: ${problem}`);

/** Returns an error with go-yaml's line number, which it omits for line 0. */
export const failureAt = (line: number, problem: string): YamlError =>
  yamlFailure(line === 0 ? problem : `line ${line}: ${problem}`);
