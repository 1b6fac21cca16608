import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import type { Figures } from "../monitoring/metrics.ts";
import { type Member, startMember } from "./members.ts";
import type { Question, Serve } from "./orders.ts";
import { StartFailure } from "./start-failure.ts";

/** In milliseconds: one that ends sooner after its start is started again only after a pause. */
const short = 10_000;

/** In milliseconds: the pause, which doubles each time. */
const firstPause = 250;
const longestPause = 15_000;

/** How often a place is filled in vain, while no other one answers, before the whole gives up. */
const mostFailures = 6;

/** In milliseconds: how long a restart waits for one that leaves before it goes on to the next. */
const longestWait = 15_000;

/** In milliseconds: those that have not ended so long after they were stopped are killed. */
const longestStop = 8_500;

/** The common options of the workers of a start. */
export interface Plan
  extends Pick<Serve, "of" | "begun" | "port" | "monitoringOrigin" | "isWatched"> {
  readonly log: Log;
  /** Called when no worker can be started any more. */
  giveUp(): void;
}

/** A place for a worker. */
interface Place {
  readonly number: number;
  member: Member | undefined;
  failures: number;
  /** Starts and ends of its process come one after the other. */
  work: Promise<void>;
}

/** The processes that serve: as many as there are to be, whatever happens to them. */
export class Workers {
  /** How many ended unasked. */
  replaced = 0;
  readonly #plan: Plan;
  readonly #places: readonly Place[];
  /** Those that have a place, and those that leave. */
  readonly #members = new Set<Member>();
  readonly #whenEnded: (figures: Figures) => Promise<void>;
  #isStopping = false;
  #restart: Promise<void> | undefined;
  #isRestartWanted = false;

  /** @param whenEnded called with what an ended worker has counted */
  constructor(plan: Plan, whenEnded: (figures: Figures) => Promise<void>) {
    this.#plan = plan;
    this.#whenEnded = whenEnded;
    this.#places = Array.from({ length: plan.of }, (_, index) => ({
      number: index + 1,
      member: undefined,
      failures: 0,
      work: Promise.resolve(),
    }));
  }

  get serving(): readonly Member[] {
    return this.#places.flatMap(({ member }) => member ?? []);
  }

  /**
   * Starts them: the first by itself, since it applies the migrations, and then the others.
   *
   * @returns the first
   * @throws {StartFailure}
   */
  async start(): Promise<Member> {
    const [first, ...others] = this.#places;
    if (!first) throw new RangeError("There is to be a worker.");
    const member = await this.#fill(first, true);
    await Promise.all(others.map((place) => this.#fill(place, false)));
    return member;
  }

  /**
   * Replaces each by a new one, which reads the project folder anew and serves before the old one leaves. If a
   * new one cannot start, those that are there go on.
   */
  restart(): Promise<void> {
    this.#isRestartWanted = true;
    this.#restart ??= (async () => {
      while (this.#isRestartWanted && !this.#isStopping) {
        // A terminal and the programs that pass a signal on send it several times.
        await sleep(firstPause);
        this.#isRestartWanted = false;
        await this.#replaceAll();
      }
    })().finally(() => {
      this.#restart = undefined;
    });
    return this.#restart;
  }

  /** Asks all that serve. Those that do not answer in time are left out. */
  async ask(what: Question): Promise<readonly unknown[]> {
    const answers = await Promise.all(this.serving.map((member) => member.ask(what)));
    return answers.filter((answer) => answer !== undefined);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    this.#isStopping = true;
    const all = [...this.#members];
    for (const { stop } of all) stop();
    const timer = setTimeout(() => {
      for (const { kill } of all) kill();
    }, longestStop);
    await Promise.all(all.map(({ ended }) => ended));
    clearTimeout(timer);
  }

  async #replaceAll(): Promise<void> {
    const { log, of } = this.#plan;
    for (const place of this.#places) {
      if (this.#isStopping) return;
      const old = place.member;
      try {
        await this.#inTurn(place, async () => {
          const isFirst = place.number === 1;
          const { warnings } = await this.#fill(place, isFirst);
          for (const warning of isFirst ? warnings : []) log.warn({}, warning);
        });
      } catch (err) {
        log.error(
          { err: reasonOf(err) },
          "a new worker could not be started: the restart ends, and the others go on",
        );
        return;
      }
      old?.leave();
      if (old) await Promise.race([old.ended, sleep(longestWait, undefined, { ref: false })]);
    }
    log.info({ workers: of }, "all workers were replaced");
  }

  #inTurn(place: Place, work: () => Promise<void>): Promise<void> {
    const done = place.work.then(work);
    place.work = done.catch(() => {});
    return done;
  }

  /** Starts a worker for a place, and puts it there. */
  async #fill(place: Place, isTelling: boolean): Promise<Member> {
    const { log, giveUp, ...common } = this.#plan;
    const { number } = place;
    const member = await startMember({ order: "serve", number, isTelling, ...common });
    place.member = member;
    this.#members.add(member);
    void member.ended.then(async ({ figures, how }) => {
      this.#members.delete(member);
      if (figures) await this.#whenEnded(figures);
      if (place.member !== member || this.#isStopping) return;
      place.member = undefined;
      this.replaced++;
      log.error({ err: how }, `worker ${number} ended, and another one takes its place`);
      if (performance.now() - member.since > short) place.failures = 0;
      else place.failures++;
      await this.#inTurn(place, () => this.#refill(place));
    });
    if (this.#isStopping) member.stop();
    return member;
  }

  async #refill(place: Place): Promise<void> {
    const { log, giveUp } = this.#plan;
    while (!place.member && !this.#isStopping) {
      const { failures } = place;
      if (failures >= mostFailures && this.serving.length === 0) {
        log.error(
          { err: "no worker stays" },
          "the server ends, since none of its workers does start",
        );
        return giveUp();
      }
      if (failures > 0) await sleep(Math.min(firstPause * 2 ** (failures - 1), longestPause));
      if (this.#isStopping) return;
      await this.#fill(place, false).catch((err: unknown) => {
        place.failures++;
        log.error({ err: reasonOf(err) }, `worker ${place.number} could not be started`);
      });
    }
  }
}

/** A worker's own sentence says it all. */
const reasonOf = (error: unknown) => (error instanceof StartFailure ? error.message : error);
