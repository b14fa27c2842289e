/** What the numbers of used access count. */
export const RecordedReads = ({ count }: { readonly count: number }) => (
  <p className="tp-subtle">
    From {count === 1 ? '1 recent request' : `${count} recent requests`}. The server keeps the newest requests, and
    records reads only while this tab is open. When several roles allow a request, it counts for one of them.
  </p>
);
