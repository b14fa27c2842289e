/** A YAML text that the server cannot turn into JSON; the message is the server's. */
export class YamlError extends Error {}

/** What go-yaml says of a text that is no YAML. */
export const yamlFailure = (problem: string): YamlError => new YamlError(`yaml: ${problem}`);

/** A failure with the line that go-yaml names; it names none for the first one, counted from nought. */
export const failureAt = (line: number, problem: string): YamlError =>
  yamlFailure(line === 0 ? problem : `line ${line}: ${problem}`);
