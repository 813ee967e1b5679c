/** Pictures requested from an agent and not yet received: an id that was never requested is refused. */
export interface BlobRegistry {
  expect(agentId: string, id: string): void
  /** Whether a picture of this agent is still waited for. */
  isExpected(agentId: string, id: string): boolean
  /** False when this agent was not asked for this picture, or sent it before. */
  deliver(agentId: string, id: string, bytes: Buffer): boolean
  /** Ends the waiting; the bytes when they came. */
  take(id: string): Buffer | undefined
}

export function blobRegistry(): BlobRegistry {
  const expected = new Map<string, { agentId: string; bytes?: Buffer }>()
  const isExpected = (agentId: string, id: string) => {
    const place = expected.get(id)
    return place?.agentId === agentId && place.bytes === undefined
  }
  return {
    expect: (agentId, id) => void expected.set(id, { agentId }),
    isExpected,
    deliver(agentId, id, bytes) {
      if (!isExpected(agentId, id)) return false
      expected.get(id)!.bytes = bytes
      return true
    },
    take(id) {
      const place = expected.get(id)
      expected.delete(id)
      return place?.bytes
    },
  }
}
