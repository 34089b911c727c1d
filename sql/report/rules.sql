-- The catalogue, what matters most first.
select rule, severity, version, description, evidence, false_alarms
from audit.rules
order by array_position(array['critical', 'warning', 'info'], severity), rule
