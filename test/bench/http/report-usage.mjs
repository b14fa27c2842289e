/** Preloaded into a server process: reports its processor time in microseconds to the parent process. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.channel?.unref();
