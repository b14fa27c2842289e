export function readFacts(folder: URL): readonly Readonly<Record<string, unknown>>[];
