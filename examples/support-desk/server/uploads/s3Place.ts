/** A place in an S3-compatible store. The credentials come from the usual variables and files of AWS. */
export type S3Place = {
  bucket: string;
  /** The prefix of all names: empty, or with a trailing slash. */
  prefix: string;
  region: string;
  /** The address of a store other than AWS. */
  endpoint?: string;
  /** Whether the bucket is in the path of addresses, not in the host name. */
  pathStyle: boolean;
};

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
/** Names that no store, tool or XML reader changes. */
const PREFIX = /^(?:\/[\w-][\w.-]*)*\/?$/;
const REGION = /^[a-z\d-]{1,63}$/i;
const PARAMETERS = ['endpoint', 'region', 'pathStyle'];

const WRONG_SHAPE =
  'UPLOADS_URL must be an address such as s3://bucket/folder?region=eu-central-1 or s3://bucket?endpoint=https://s3.example.com.';

const isEndpoint = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
};

const problemOf = (url: URL): string | undefined => {
  const { protocol, host, pathname, username, password, hash, searchParams } = url;
  if (username || password)
    return 'UPLOADS_URL must have no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.';
  if (protocol !== 's3:' || !BUCKET.test(host) || !PREFIX.test(pathname) || hash) return WRONG_SHAPE;
  const names = [...searchParams.keys()];
  const unknown = names.find((name, index) => !PARAMETERS.includes(name) || names.indexOf(name) !== index);
  if (unknown !== undefined)
    return `UPLOADS_URL can have endpoint, region and pathStyle once each, and not ${unknown}.`;
  const { endpoint, region, pathStyle } = Object.fromEntries(searchParams);
  if (endpoint !== undefined && !isEndpoint(endpoint))
    return 'The endpoint in UPLOADS_URL must be an http or https address, such as https://s3.example.com.';
  if (region !== undefined && !REGION.test(region))
    return 'The region in UPLOADS_URL must be a name such as eu-central-1.';
  if (pathStyle !== undefined && !/^[01]$/.test(pathStyle)) return 'pathStyle in UPLOADS_URL must be 0 or 1.';
  return undefined;
};

/** Most stores other than AWS ignore the region, but a signature needs one. */
const ANY_REGION = 'us-east-1';

/**
 * Reads `s3://BUCKET/PREFIX?endpoint=…&region=…&pathStyle=…`.
 * @param usualRegion the region if the address names none
 * @returns the place, or the problem in one sentence
 */
export const readS3Place = (
  value: string,
  usualRegion: string | undefined,
): { place: S3Place } | { problem: string } => {
  if (!URL.canParse(value)) return { problem: WRONG_SHAPE };
  const url = new URL(value);
  const problem = problemOf(url);
  if (problem) return { problem };
  const { endpoint, region, pathStyle } = Object.fromEntries(url.searchParams);
  const signedFor = region || usualRegion || (endpoint && ANY_REGION);
  if (!signedFor) return { problem: 'UPLOADS_URL needs a region, such as ?region=eu-central-1.' };
  const path = url.pathname.replace(/^\/|\/$/g, '');
  return {
    place: {
      bucket: url.host,
      prefix: path && `${path}/`,
      region: signedFor,
      endpoint,
      pathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === '1',
    },
  };
};
