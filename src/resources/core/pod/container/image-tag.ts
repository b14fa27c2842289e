const ALPHANUMERIC = '[a-z0-9]+';
const PATH_COMPONENT = `${ALPHANUMERIC}(?:(?:[._]|__|[-]*)${ALPHANUMERIC})*`;
const DOMAIN_COMPONENT = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = `(?:${DOMAIN_COMPONENT}(?:\\.${DOMAIN_COMPONENT})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const REFERENCE = new RegExp(
  `^(?:${DOMAIN}/)?${PATH_COMPONENT}(?:/${PATH_COMPONENT})*(?::([\\w][\\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/** Matches names that could be the identifier of an image, which are invalid. */
const IDENTIFIER = /^[a-f0-9]{64}$/;

/** Returns the tag of an image name: `latest` when it has neither tag nor digest, empty when the name is invalid. */
export function imageTag(image: string): string {
  const match = REFERENCE.exec(image);
  if (!match || IDENTIFIER.test(image)) return '';
  return match[1] ?? (match[2] ? '' : 'latest');
}
