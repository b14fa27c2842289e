const SHORT_MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;

/** Returns access modes as columns show them, in a fixed order: `RWO,ROX`. */
export const accessModesText = (modes: readonly string[] | undefined): string =>
  SHORT_MODES.filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',');
