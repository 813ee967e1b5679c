import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { YardSetUp as Yard } from '#contract/device/site-devices.ts'
import { device as deviceCalls } from '#contract/device/device.ts'
import { useCall } from '#web/api/use-call.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { AgentPart } from './agent-part.tsx'
import { openDevice } from './device-form.tsx'
import type { Kind } from './device-values.ts'
import { kindTitles } from './device-labels.ts'
import styles from './device.module.css'
import { DevicesTable } from './devices-table.tsx'
import { openPost, openSite } from './place-forms.tsx'
import { openRules } from './rules-form.tsx'

/** Frames and last messages of devices are read again at this interval, ms. */
const EVERY_MS = 3000

/** The yard of a company: each site with its agent, posts and devices. */
export function YardSetUp({ companyId }: { companyId: string }) {
  const yard = useCall(
    deviceCalls.superGetYard,
    { query: { companyId } },
    { every: EVERY_MS, keepPrevious: true },
  )
  if (yard.error && !yard.data) return <p className={styles['trouble']}>{yard.error.message}</p>
  if (!yard.data) return <Waiting />
  const { sites } = yard.data
  const siteless = sites.length === 0 ? 'Сначала добавьте площадку' : undefined
  return (
    <div className={styles['yard']}>
      <div className={styles['row']}>
        <b>{yard.data.company_name}</b>
        <div className={styles['end']}>
          <Button variant="default" onClick={() => void openRules(companyId)}>
            Правила взвешивания
          </Button>
          <Button variant="default" onClick={() => void openSite(companyId)}>
            Новая площадка
          </Button>
          <ActionButton
            variant="default"
            disabledReason={siteless}
            onClick={() => void openPost(companyId)}
          >
            Новый пост
          </ActionButton>
          <ActionButton
            data-autofocus
            disabledReason={siteless}
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => void newDevice(companyId)}
          >
            Новое устройство
          </ActionButton>
        </div>
      </div>
      {sites.length === 0 && (
        <p className={styles['quiet']}>Площадок ещё нет. Начните с площадки: на ней стоят посты.</p>
      )}
      {sites.map((site) => (
        <SitePart key={site.id} companyId={companyId} yard={yard.data!} site={site} />
      ))}
    </div>
  )
}

async function newDevice(companyId: string): Promise<void> {
  const kinds = Object.entries(kindTitles) as [Kind, string][]
  const kind = await ask.select<Kind>({
    title: 'Новое устройство',
    options: kinds.map(([value, label]) => ({ value, label })),
  })
  if (kind) await openDevice({ companyId, kind })
}

interface SitePartProps {
  companyId: string
  yard: Yard
  site: Yard['sites'][number]
}

function SitePart({ companyId, yard, site }: SitePartProps) {
  const posts = yard.posts.filter((post) => post.site_id === site.id)
  return (
    <section className={styles['site']} aria-label={`Площадка ${site.name}`}>
      <div className={styles['siteHead']}>
        <h2>{site.name}</h2>
        {site.is_default && <Badge tone="blue" label="Основная" icon="check" />}
        {site.status === 'archived' && <Badge tone="gray" label="В архиве" icon="box" />}
        <span className={styles['quiet']}>{site.address}</span>
        <div className={styles['end']}>
          <Button variant="default" onClick={() => void openSite(companyId, site)}>
            Изменить площадку
          </Button>
        </div>
      </div>
      <AgentPart companyId={companyId} site={site} />
      <div className={styles['row']}>
        <span className={styles['quiet']}>Посты:</span>
        {posts.length === 0 && <span>нет</span>}
        {posts.map((post) => (
          <Button
            key={post.id}
            size="compact-sm"
            variant="default"
            onClick={() => void openPost(companyId, post)}
          >
            {post.number}. {post.title}
          </Button>
        ))}
      </div>
      <DevicesTable companyId={companyId} yard={yard} siteId={site.id} />
    </section>
  )
}
