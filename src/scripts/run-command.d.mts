/** The project root, with a trailing slash. */
export const root: string;
