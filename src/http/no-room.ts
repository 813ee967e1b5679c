// A full disk, a quota of the system, a bound on the size of a file, a disk that fails or only reads.
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'])

/** True for the failure of a write that succeeds once there is free space again. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(String(error.code))
}

/** True for a store of files on the network that does not answer or does not let the server in. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FILE_STORE_AWAY'
}
