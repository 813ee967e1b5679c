/** PostgreSQL channel on which committed changes travel to every process. */
export const LIVE_CHANNEL = 'priyomka_live'

/** Channel on which a change of rights, sessions or companies empties the session caches. */
export const RIGHTS_CHANNEL = 'priyomka_rights'
