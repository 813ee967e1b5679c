interface LineOf {
  readonly transaction_id: string
  readonly drop_no: number
  readonly product_id: string | null
}

/**
 * The stored line behind each sent one: of the same drop and the same product, the first of several that no other sent line
 * has taken. A line is never known by its place: another visit at that place is another line.
 */
export function matchLines<S extends LineOf>(
  sent: readonly LineOf[],
  stored: readonly S[],
): (S | undefined)[] {
  const free = [...stored]
  return sent.map((line) => {
    const index = free.findIndex(
      (other) =>
        other.transaction_id === line.transaction_id &&
        other.drop_no === line.drop_no &&
        other.product_id === line.product_id,
    )
    return index < 0 ? undefined : free.splice(index, 1)[0]
  })
}
