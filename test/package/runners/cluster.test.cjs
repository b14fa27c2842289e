test('a cluster works in this environment, from CommonJS', async () => {
  const { expected, story } = await import('./story.js');
  expect(await story(await import('tabplane/testing'), await import('tabplane/client'))).toEqual(expected);
}, 60_000);
