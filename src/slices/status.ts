/** The status of a request or of a step of a flow. */
export type Status = 'notConnected' | 'pending' | 'successful' | 'failed';
