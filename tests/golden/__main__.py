from .playthrough import write_all

write_all()
