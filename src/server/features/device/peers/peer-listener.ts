import { MAX_AGENT_BLOB } from '#contract/device/agent-link.ts'

/** Where processes of one installation connect to each other; only they have a token for it. */
export const PEER_PATH = '/api/v1/agent/peer'
/** A picture in base64 with its metadata. */
export const MAX_PEER_MESSAGE = Math.ceil((MAX_AGENT_BLOB * 4) / 3) + 1024
