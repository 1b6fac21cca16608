import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { getDoctor } from "../api/advice.ts";
import { Failure } from "../shell/failure.tsx";

/** Lists the findings of `portico doctor` about the project, its application, channels and files. */
export function DoctorSection() {
  const id = useId();
  const doctor = useQuery({ queryKey: ["advice", "doctor"], queryFn: getDoctor });
  const findings = doctor.data?.findings ?? [];
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        Project{doctor.data && findings.length > 0 ? ` (${doctor.data.count})` : ""}
      </h2>
      {doctor.isPending && <p className="quiet">Examining …</p>}
      {doctor.isError && <Failure error={doctor.error} onRetry={() => void doctor.refetch()} />}
      {doctor.isSuccess && findings.length === 0 && (
        <p className="quiet">
          Settings, application, channels and files are in order, as far as can be seen from here.
        </p>
      )}
      <ul className="findings">
        {findings.map(({ severity, cause, fix }) => (
          <li className="finding" key={`${cause} ${fix}`}>
            <h3>
              {cause}
              <span className={severity === "wrong" ? "tag tag-danger" : "tag tag-warning"}>
                {severity === "wrong" ? "fails" : "check"}
              </span>
            </h3>
            <p>{fix}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
