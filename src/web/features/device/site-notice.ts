interface SiteWithAgent {
  readonly id: string
  readonly agent: { readonly status: string } | null
}

/** Whether the agent of a site hears of a saved setting now. */
export function describeDelivery(sites: readonly SiteWithAgent[], siteId: string): string {
  const agent = sites.find(({ id }) => id === siteId)?.agent
  if (!agent) return 'Оно заработает, когда на площадке подключат агента'
  return agent.status === 'online'
    ? 'Площадка получила настройку'
    : 'Площадка получит настройку, когда агент выйдет на связь'
}
