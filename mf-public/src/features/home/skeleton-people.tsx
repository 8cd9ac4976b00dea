export const SkeletonPeople = ({ label }: { label: string }) => (
  <div role="status" aria-busy="true">
    <span className="cq-visually-hidden">{label}</span>
    <div className="cq-grid" aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <div key={card} className="cq-card pu:flex pu:flex-col pu:gap-4 pu:p-5">
          <div className="pu:flex pu:items-center pu:gap-4">
            <div className="cq-bone pu:size-14 pu:rounded-full" />
            <div className="pu:flex pu:flex-1 pu:flex-col pu:gap-2">
              <div className="cq-bone cq-bone-line" />
              <div className="cq-bone cq-bone-line cq-bone-short" />
            </div>
          </div>
          <div className="cq-bone cq-bone-line cq-bone-long" />
        </div>
      ))}
    </div>
  </div>
);
