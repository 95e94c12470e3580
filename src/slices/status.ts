/** SPEC.md section 4 'Status values'. */
export type Status = 'notConnected' | 'pending' | 'successful' | 'failed';
